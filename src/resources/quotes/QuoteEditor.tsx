// To be written.
export function QuoteEditor() {
  return null;
}
