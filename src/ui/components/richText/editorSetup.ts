import type { Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';

/** Addresses that may stand in a message; the server keeps no other. */
const LINKED = /^(https?:\/\/|mailto:)/i;

/** Just what the allow-list of the server keeps (server/cleanHtml.ts). */
export const editorExtensions = (placeholder: () => string): Extensions => [
  StarterKit.configure({
    heading: false,
    codeBlock: false,
    horizontalRule: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: null },
      isAllowedUri: (address, { defaultValidate }) => defaultValidate(address) && LINKED.test(address),
    },
  }),
  Placeholder.configure({ placeholder }),
];

/**
 * What a person typed as the address of a link: '' when it is none. "exemplo.com.br" is meant as https, and
 * an e-mail address as a mail.
 */
export function linkAddress(text: string): string {
  const typed = text.trim();
  if (LINKED.test(typed)) return URL.canParse(typed) ? typed : '';
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(typed)) return `mailto:${typed}`;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(typed) ? `https://${typed}` : '';
}
