const FOCUSABLE =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled), select, [role=combobox], [tabindex="0"]';

/** Puts the focus on what edits a place: the element whose `data-pointer` names it, or the nearest around it. */
export function leadTo(root: HTMLElement | null, pointer: string): void {
  const target = nearest(root, pointer);
  if (!target) return;
  target.scrollIntoView?.({ block: 'center' });
  const inner = target.matches(FOCUSABLE) ? target : target.querySelector<HTMLElement>(FOCUSABLE);
  inner?.focus({ preventScroll: true });
}

function nearest(root: HTMLElement | null, pointer: string): HTMLElement | null {
  const marked = [...(root?.querySelectorAll<HTMLElement>('[data-pointer]') ?? [])];
  const held = marked.filter(({ dataset }) => {
    const place = dataset.pointer ?? '';
    return pointer === place || pointer.startsWith(`${place}/`);
  });
  const length = (element: HTMLElement) => element.dataset.pointer?.length ?? 0;
  return held.reduce<HTMLElement | null>(
    (best, each) => (best && length(best) >= length(each) ? best : each),
    null,
  );
}
