// To be written.
export function ExchangeList() {
  return null;
}
