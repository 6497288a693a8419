// To be written.
export function QuoteList() {
  return null;
}
