import { styled } from '@mui/material/styles';
import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { themeColors } from '../themeColors.ts';

/** What a message or an article may hold; the server stores no more either (DOMAIN section 8). */
const ALLOWED_TAGS =
  'p br strong b em i u s a ul ol li blockquote h2 h3 h4 hr code pre table thead tbody tr th td span div'.split(
    ' ',
  );
const ALLOWED_ATTR = ['href', 'title', 'colspan', 'rowspan'];

/** Stored HTML, cleaned again before it is shown. Import it lazily: the cleaner weighs 9 kB. */
export function SafeHtml({ html }: { html: string }) {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        ALLOWED_TAGS,
        ALLOWED_ATTR,
        ALLOW_DATA_ATTR: false,
        ALLOW_ARIA_ATTR: false,
      }),
    [html],
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the allow-list above
  return <Prose dangerouslySetInnerHTML={{ __html: clean }} />;
}

const Prose = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    overflowWrap: 'anywhere',
    '& > :first-of-type': { marginTop: 0 },
    '& > :last-child': { marginBottom: 0 },
    '& p, & ul, & ol, & blockquote, & pre, & table': { margin: '0 0 8px' },
    '& h2, & h3, & h4': { margin: '16px 0 4px', fontSize: '0.875rem', lineHeight: '20px', fontWeight: 600 },
    '& ul, & ol': { paddingLeft: 20 },
    '& blockquote': {
      paddingLeft: 12,
      borderLeft: `2px solid ${color.divider}`,
      color: color.text.secondary,
    },
    '& pre': { overflowX: 'auto', whiteSpace: 'pre-wrap' },
    '& th, & td': { padding: '4px 8px', border: `1px solid ${color.divider}`, textAlign: 'left' },
  };
});
