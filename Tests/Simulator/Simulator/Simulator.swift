/// All the third parties, on loopback.
public enum Simulator {}
