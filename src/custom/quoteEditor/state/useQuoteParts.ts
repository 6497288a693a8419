import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';

/** The parts of a quote in the order in which it is made. Elements of a part carry its name as `data-quote-part`. */
const PARTS = ['produtos', 'pagamento', 'frete', 'salvar'] as const;

const FOCUSABLE = 'input:enabled, [role=combobox]:not([aria-disabled=true]), button:enabled';

/** F6 and Shift+F6 walk the parts of the quote, from its products to the order. */
export function useQuoteParts(): void {
  useShortcuts('Orçamento', [
    { keys: 'f6', label: 'Produtos, pagamento, frete, salvar', run: () => walk(1), everywhere: 'fields' },
    { keys: 'shift+f6', label: 'A parte anterior', run: () => walk(-1), everywhere: 'fields' },
  ]);
}

const placesOf = (part: string) => [...document.querySelectorAll<HTMLElement>(`[data-quote-part=${part}]`)];

/** Where a part is entered: at the last of its elements that can be used, such as the freight once there is what to carry. */
const entryOf = (part: string): HTMLElement | undefined =>
  placesOf(part)
    .flatMap((place) => place.querySelector<HTMLElement>(FOCUSABLE) ?? [])
    .at(-1);

function walk(step: 1 | -1): void {
  const active = document.activeElement;
  const parts = PARTS.filter((part) => entryOf(part));
  const at = parts.findIndex((part) => placesOf(part).some((place) => place.contains(active)));
  const next = at < 0 ? (step > 0 ? 0 : parts.length - 1) : (at + step + parts.length) % parts.length;
  const entry = entryOf(parts[next] ?? '');
  entry?.focus();
  entry?.scrollIntoView?.({ block: 'nearest' });
}
