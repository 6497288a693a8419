import { type ComponentType, isValidElement, memo, useLayoutEffect, useRef, useState } from 'react';

type Handler = (...args: unknown[]) => unknown;
type Props = Readonly<Record<string, unknown>>;

/** Props whose content is handed on to inner elements, with handlers of their own. */
const HANDED_ON = /^(?:InputProps|inputProps|slotProps(?:\.\w+)?)$/;
const HANDLER = /^on[A-Z]/;
/** Deeper values are compared by identity. */
const MAX_DEPTH = 10;

/**
 * The component, rendered again only when something that it shows has changed. Forms and dialogs hold what is typed at their
 * top and pass new handlers, lists and elements with each key; handlers reach it without rendering it, and the rest is
 * compared by content, so that a key renders the field that is typed in, not all parts of its page.
 */
export function steady<P extends object>(
  Component: ComponentType<P>,
  /** Functions that are called after an event, as what its name says begins with 'on'. */
  calledLater: readonly (keyof P & string)[] = [],
) {
  const Shown = memo(Component, isSameShown) as unknown as ComponentType<P>;
  return (props: P) => <Shown {...useSteadyHandlers(props, calledLater)} />;
}

/**
 * The same props with handlers of a permanent identity, which call the ones given last; also in what is handed on to inner
 * elements. For events only: what is called during render keeps its identity.
 */
function useSteadyHandlers<P extends object>(props: P, calledLater: readonly string[]): P {
  const newest = useRef<object>(props);
  useLayoutEffect(() => {
    newest.current = props;
  });
  const [steady] = useState(() => new Map<string, Handler>());
  const handlerAt = (path: string): Handler => {
    const cachedElement = steady.get(path);
    if (cachedElement) return cachedElement;
    const handler: Handler = (...args) => {
      const called = path
        .split('.')
        .reduce<unknown>((value, key) => (value as Props | undefined)?.[key], newest.current);
      return typeof called === 'function' ? called(...args) : undefined;
    };
    steady.set(path, handler);
    return handler;
  };
  const steadied = (given: Props, under = ''): Props =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => {
        const path = `${under}${key}`;
        if (typeof value === 'function' && (HANDLER.test(key) || calledLater.includes(path)))
          return [key, handlerAt(path)];
        return [key, HANDED_ON.test(path) && isPlain(value) ? steadied(value, `${path}.`) : value];
      }),
    );
  return steadied(props as Props) as P;
}

/** Whether two sets of props show the same: compared by content, and functions, refs and instances by identity. */
const isSameShown = (one: object, other: object): boolean => isSame(one, other, MAX_DEPTH);

function isSame(one: unknown, other: unknown, depth: number): boolean {
  if (Object.is(one, other)) return true;
  if (depth === 0) return false;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, index) => isSame(each, other[index], depth - 1))
    );
  // Elements also carry who made them, which is not shown.
  if (isValidElement(one))
    return (
      isValidElement(other) &&
      one.type === other.type &&
      one.key === other.key &&
      isSame(one.props, other.props, depth - 1)
    );
  if (!isPlain(one) || !isPlain(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        key in other && (isRef(key) ? one[key] === other[key] : isSame(one[key], other[key], depth - 1)),
    )
  );
}

const isRef = (key: string) => key === 'ref' || key === 'inputRef';

const isPlain = (value: unknown): value is Props =>
  typeof value === 'object' &&
  value !== null &&
  !isValidElement(value) &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
