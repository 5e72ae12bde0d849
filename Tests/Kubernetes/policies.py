"""Decides which connections NetworkPolicies allow, as Kubernetes defines it."""


def matches(selector, labels):
    """Returns true if a Kubernetes label selector matches the labels."""
    for key, value in selector.get("matchLabels", {}).items():
        if labels.get(key) != value:
            return False
    for term in selector.get("matchExpressions", []):
        if term["operator"] != "In":
            raise ValueError(f"unsupported operator {term['operator']}")
        if labels.get(term["key"]) not in term["values"]:
            return False
    return True


class Pod:
    """One end of a connection."""

    def __init__(self, labels, namespace="vokol", ports=None):
        self.labels = labels
        self.namespace = namespace
        #: Port numbers by name.
        self.ports = ports or {}


#: Any host outside the cluster.
WORLD = None


def lets_out(policies, source, target, port):
    """Returns true if the policies let a pod open a TCP connection to a port number of another pod or of the WORLD."""
    return _passes(policies, "Egress", source, target, target, port)


def lets_in(policies, source, target, port):
    """Returns true if the policies let a pod or the WORLD open a TCP connection to a port number of a pod."""
    return _passes(policies, "Ingress", target, source, target, port)


def _passes(policies, direction, subject, peer, target, port):
    own = [policy["spec"] for policy in policies if direction in policy["spec"]["policyTypes"]
           and matches(policy["spec"]["podSelector"], subject.labels)]
    key, end = ("ingress", "from") if direction == "Ingress" else ("egress", "to")
    return not own or any(
        _is_peer(rule.get(end), peer, subject.namespace) and _is_port(rule.get("ports"), target, port)
        for spec in own for rule in spec.get(key, []))


def _is_port(rules, target, port):
    if rules is None:
        return True
    named = target.ports if target is not WORLD else {}
    return any(rule.get("protocol", "TCP") == "TCP" and named.get(rule["port"], rule["port"]) == port for rule in rules)


def _is_peer(rules, peer, namespace):
    if rules is None:
        return True
    return any(_is_one(rule, peer, namespace) for rule in rules)


def _is_one(rule, peer, namespace):
    if "ipBlock" in rule:
        # None of our rules names the addresses of pods.
        return peer is WORLD
    if peer is WORLD:
        return False
    if "namespaceSelector" in rule:
        if not matches(rule["namespaceSelector"], {"kubernetes.io/metadata.name": peer.namespace}):
            return False
    elif peer.namespace != namespace:
        return False
    return matches(rule.get("podSelector", {}), peer.labels)
