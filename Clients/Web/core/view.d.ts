/** The types of the bundled Preact and htm, which come without declarations: only what this client uses. */
export interface VNode {
  type: unknown;
  props: Record<string, unknown>;
}
export type Child = VNode | string | number | boolean | null | undefined | Child[];

// deno-lint-ignore no-explicit-any
export type Props = any;
// deno-lint-ignore no-explicit-any
export function html(strings: TemplateStringsArray, ...values: any[]): VNode;
export function h(type: unknown, props: Record<string, unknown> | null, ...children: Child[]): VNode;
export function render(node: Child, parent: Element): void;

export class Component<P = Props, S = Props> {
  props: P;
  state: S;
  constructor(props: P);
  setState(change: Partial<S>): void;
  render(): Child;
}

export interface Ref<T> {
  current: T;
}
export interface Context<T> {
  Provider: unknown;
  value?: T;
}
type Cleanup = void | (() => void);

export function useState<T>(initial: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
export function useEffect(effect: () => Cleanup, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => Cleanup, inputs?: readonly unknown[]): void;
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
// deno-lint-ignore no-explicit-any
export function useCallback<T extends (...values: any[]) => any>(callback: T, inputs: readonly unknown[]): T;
export function useRef<T>(initial: T): Ref<T>;
export function createContext<T>(initial: T): Context<T>;
export function useContext<T>(context: Context<T>): T;
