/**
 * Keeps styles out of the page: jsdom would match every rule against every element each time that a role or a
 * visibility is asked for, which takes most of a suite's time. What is hidden is so by attribute, not by style.
 */
export function leaveStylesOut(): void {
  document.head.insertBefore = function leaveOut<T extends Node>(node: T, before: Node | null): T {
    if (node instanceof HTMLStyleElement && node.dataset.emotion !== undefined) return node;
    return Node.prototype.insertBefore.call(this, node, before) as T;
  };
}

/** For a suite that looks at styles; call it before anything is drawn. */
export function keepStyles(): void {
  Reflect.deleteProperty(document.head, 'insertBefore');
}
