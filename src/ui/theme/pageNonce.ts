/** The browser empties the nonce *attribute* when it reads the page; the property still holds it. */
export function pageNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}
