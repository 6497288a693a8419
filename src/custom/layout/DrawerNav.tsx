import { styled } from '@mui/material/styles';
import { DrawerLink } from './DrawerLink.tsx';
import { useShellEntries } from './useShellEntries.ts';
import { useWaiting } from './useWaiting.ts';

/** The permitted entries, in groups with a quiet label; collapsed, a hairline parts the groups. */
export function DrawerNav({ collapsed }: { collapsed: boolean }) {
  const { groups } = useShellEntries();
  const late = useWaiting()?.meus.atrasados;
  return (
    <Nav aria-label="Menu principal">
      {groups.map(({ label, entries }, at) => (
        <Group key={label ?? 'inicio'} aria-label={label}>
          {collapsed ? at > 0 && <Parting aria-hidden /> : label && <Label aria-hidden>{label}</Label>}
          {entries.map((entry) => (
            <li key={entry.path}>
              <DrawerLink entry={entry} collapsed={collapsed} late={entry.path === '/tickets' && late} />
            </li>
          ))}
        </Group>
      ))}
    </Nav>
  );
}

const Nav = styled('nav')({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overflowX: 'hidden',
  padding: '4px 12px',
});

const Group = styled('ul')({ listStyle: 'none', margin: '0 0 12px', padding: 0 });

const Label = styled('li')(({ theme }) => ({
  padding: '4px 12px',
  fontSize: '0.75rem',
  lineHeight: '16px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.components.textoFraco,
}));

const Parting = styled('li')(({ theme }) => ({
  height: 1,
  margin: '0 8px 12px',
  backgroundColor: theme.vars.palette.components.linha,
}));
