// To be written.
export function AccountStatement() {
  return null;
}
