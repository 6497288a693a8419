import { styled } from '@mui/material/styles';
import DOMPurify from 'dompurify';
import { useMemo } from 'react';

const ALLOWED = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'a',
    'blockquote',
    'code',
    'pre',
    'h2',
    'h3',
    'h4',
    'span',
  ],
  ALLOWED_ATTR: ['href', 'title'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/))/i,
};

/** Opens external links in a new tab, so that the console stays open. */
const purifier = DOMPurify(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (!/^https?:/i.test(node.getAttribute('href') ?? '')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** HTML of a message or article: sanitised when it was stored, and again here (docs/domain.md 17, HTML and text). */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => purifier.sanitize(html, ALLOWED), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the allow-list above
  return <Prose dangerouslySetInnerHTML={{ __html: clean }} />;
}

const Prose = styled('div')({
  overflowWrap: 'anywhere',
  '& p': { margin: '0 0 8px' },
  '& p:last-child': { marginBottom: 0 },
  '& ul, & ol': { margin: '0 0 8px', paddingLeft: 20 },
  // Overrides the list style of the surrounding list.
  '& ul': { listStyle: 'disc' },
  '& ol': { listStyle: 'decimal' },
  '& li > p': { margin: 0 },
  '& blockquote': { margin: '0 0 8px', paddingLeft: 12, borderLeft: '3px solid currentColor' },
  '& h2, & h3, & h4': { fontSize: '1em', fontWeight: 600, margin: '12px 0 4px' },
});
