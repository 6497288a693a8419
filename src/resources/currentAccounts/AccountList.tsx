// To be written.
export function AccountList() {
  return null;
}
