// To be written.
export function SuggestionsPage() {
  return null;
}
