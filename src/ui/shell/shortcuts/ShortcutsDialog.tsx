import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CloseButton, DialogFrame } from '../../components/frame/DialogFrame.tsx';
import { Keys } from './Keys.tsx';
import { LettersSwitch } from './LettersSwitch.tsx';
import { activeGroups, type ShortcutGroup } from './shortcuts.tsx';

/** The shortcuts of this screen by group, and a switch for those that consist of a single letter. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() => listed(activeGroups()));
  return (
    <DialogFrame
      // The switch takes effect immediately, so closing needs no confirmation.
      confirmsDiscard={false}
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby="atalhos-titulo"
    >
      <DialogTitle id="atalhos-titulo">Atalhos do teclado</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {name}
            </Typography>
            <List>
              {shortcuts.map(({ keys, label }) => (
                <div key={`${keys} ${label}`}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </List>
          </section>
        ))}
        <LettersSwitch />
      </DialogContent>
      <DialogActions>
        <CloseButton color="primary">Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

/** The screen's own groups before the general one; groups with the same name are merged. */
function listed(groups: ShortcutGroup[]): ShortcutGroup[] {
  const byName = new Map<string, ShortcutGroup>();
  for (const { name, shortcuts } of groups) {
    const before = byName.get(name)?.shortcuts ?? [];
    if (shortcuts.length > 0) byName.set(name, { name, shortcuts: [...before, ...shortcuts] });
  }
  return [...byName.values()].sort((a, b) => Number(a.name === GENERAL) - Number(b.name === GENERAL));
}

const GENERAL = 'Geral';

const List = styled('dl')(({ theme }) => ({
  margin: 0,
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 32,
    borderTop: `1px solid ${theme.vars.palette.components.linha}`,
  },
  '& dd': { margin: '0 0 0 auto' },
}));
