/** Preact and htm, the view library, under the names that this client uses. */
// @ts-types="./view.d.ts"
export {
  Component,
  createContext,
  h,
  html,
  render,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "preact";

/**
 * @template T
 * @typedef {import("./view.d.ts").Ref<T>} Ref
 */
