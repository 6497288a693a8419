import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { permissionNames } from '../../../contract/catalogs/permissionNames.ts';
import { MODULES, type Module } from '../../../contract/permissions.ts';
import type { Grantable } from '../../../contract/rules/access/grants.ts';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';
import { Tag } from '../../ui/components/display/Tag.ts';
import { FilterWord } from './FilterWord.tsx';
import { matchingNames } from './matchingNames.ts';
import { toggled } from './toggled.ts';

interface PermissionTreeProps {
  held: readonly Grantable[];
  /** What the stored role holds: what differs from it is marked. */
  before: readonly Grantable[];
  /** What the signed-in person holds: the rest they cannot give. */
  own: ReadonlySet<Grantable>;
  disabled: boolean;
  onChange: (held: Grantable[]) => void;
}

/** Modules with their actions below. Taking a module takes its actions along; giving an action gives its module. */
export function PermissionTree({ held, before, own, disabled, onChange }: PermissionTreeProps) {
  const [word, setWord] = useState('');
  const shown = matchingNames(word);
  const item = (name: Grantable) => (
    <Item
      key={name}
      name={name}
      checked={held.includes(name)}
      changed={held.includes(name) !== before.includes(name)}
      // What is held may be taken away and given back, for as long as the form is open.
      blocked={disabled || (!own.has(name) && !before.includes(name))}
      reason={!own.has(name) && !before.includes(name) ? 'você não tem' : ''}
      onToggle={() => onChange(toggled(held, name))}
    />
  );
  return (
    <fieldset aria-label="Permissões" style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <FilterWord value={word} onChange={setWord} found={shown.size} />
      <Paper variant="outlined" sx={{ mt: 3 }}>
        {(Object.keys(MODULES) as Module[])
          .filter((module) => shown.has(module) || MODULES[module].some((action) => shown.has(action)))
          .map((module) => (
            <Branch key={module}>
              {item(module)}
              {MODULES[module].length > 0 && (
                <ul>
                  {MODULES[module]
                    .filter((action) => shown.has(action) || (word && shown.has(module)))
                    .map((action) => (
                      <li key={action}>{item(action)}</li>
                    ))}
                </ul>
              )}
            </Branch>
          ))}
      </Paper>
    </fieldset>
  );
}

interface ItemProps {
  name: Grantable;
  checked: boolean;
  changed: boolean;
  blocked: boolean;
  reason: string;
  onToggle: () => void;
}

const Item = ({ name, checked, changed, blocked, reason, onToggle }: ItemProps) => (
  <FormControlLabel
    disabled={blocked}
    control={<Checkbox size="small" checked={checked} onChange={onToggle} />}
    label={
      <>
        {permissionNames[name]}
        {reason && <SecondaryText> {reason}</SecondaryText>}{' '}
        {changed && (
          <Tag tone={checked ? 'sucesso' : 'aviso'}>
            <span>{checked ? 'incluída agora' : 'retirada agora'}</span>
          </Tag>
        )}
      </>
    }
  />
);

const Branch = styled('div')(({ theme }) => ({
  padding: '8px 16px',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.components.linha}` },
  '& > label': { '& .MuiFormControlLabel-label': { fontWeight: 600 } },
  '& ul': {
    listStyle: 'none',
    margin: 0,
    padding: '0 0 4px 28px',
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
    columnGap: 16,
  },
}));
