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

/** HTML of a message or article: cleaned when it was stored, and again here (QUALITY.md, HTML and text). */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(html, ALLOWED), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the allow-list above
  return <Prose dangerouslySetInnerHTML={{ __html: clean }} />;
}

const Prose = styled('div')({
  overflowWrap: 'anywhere',
  '& p': { margin: '0 0 8px' },
  '& p:last-child': { marginBottom: 0 },
  '& ul, & ol': { margin: '0 0 8px', paddingLeft: 20 },
  '& h2, & h3, & h4': { fontSize: '1em', fontWeight: 600, margin: '12px 0 4px' },
});
