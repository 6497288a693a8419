import { styled } from '@mui/material/styles';
import { Link, useLocation } from 'react-router-dom';
import { APP_NAME, type Crumb, useHeading } from '../../ui/shell/heading.ts';
import { entryOf, type ShellGroup } from './shellEntries.ts';
import { useDrawerGroups } from './useDrawerGroups.ts';

/** Where one is: the drawer's group and entry, the page's own crumbs, the title. A phone shows the last alone. */
export function Breadcrumb() {
  const { pathname } = useLocation();
  const heading = useHeading();
  const groups = useDrawerGroups();
  const title = heading?.title ?? entryOf(pathname, groups)?.plural ?? APP_NAME;
  const entries = trailOf(pathname, groups);
  // A page names its list, whether the drawer has an entry for it or not.
  const own = (heading?.crumbs ?? []).filter(({ to }) => !entries.some((entry) => entry.to === to && to));
  const trail = [...entries, ...own].filter(({ label }) => label !== title);
  return (
    <Trail aria-label="Você está em">
      <ol>
        {trail.map(({ label, to }) => (
          <li key={label} className="before">
            {to ? <Link to={to}>{label}</Link> : label}
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </Trail>
  );
}

function trailOf(pathname: string, groups: readonly ShellGroup[]): Crumb[] {
  const entry = entryOf(pathname, groups);
  if (!entry) return [];
  const group = groups.find(({ entries }) => entries.includes(entry))?.label;
  return [...(group ? [{ label: group }] : []), { label: entry.plural, to: entry.path }];
}

const Trail = styled('nav')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    minWidth: 0,
    '& ol': { display: 'flex', margin: 0, padding: 0, listStyle: 'none', minWidth: 0 },
    '& li': {
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontWeight: 500,
      lineHeight: '26px',
    },
    '& li + li::before': { content: '"/"', margin: '0 8px', fontWeight: 400, color: components.linhaForte },
    '& .before': { flex: '0 999 auto', minWidth: 28, fontWeight: 400, color: components.textoSecundario },
    // Where more than two have no room, those before them give way, rather than shrink to what nobody can press; the
    // list does next, then the page's own name.
    containerType: 'inline-size',
    flex: 1,
    '@container (max-width: 400px)': {
      '& li:nth-last-of-type(n+3)': { display: 'none' },
      '& li:nth-last-of-type(2):nth-of-type(n+2)::before': { display: 'none' },
    },
    '& a': {
      color: 'inherit',
      textDecoration: 'none',
      // As high as a target has to be, on no higher a line.
      padding: '4px 0',
      borderRadius: 4,
      '&:hover': { color: components.texto, textDecoration: 'underline' },
    },
    [theme.breakpoints.down('md')]: { '& .before, & li + li::before': { display: 'none' } },
  };
});
