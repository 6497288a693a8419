// To be written.
export function StalledQuoteList() {
  return null;
}
