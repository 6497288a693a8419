// To be written.
export function NegotiationList() {
  return null;
}
