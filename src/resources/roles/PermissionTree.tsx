import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { permissionName } from '#contract/catalogs/permissionNames.ts';
import { ownPermissions } from '#contract/permissions.ts';
import {
  actionsOf,
  GRANTABLES,
  type Grantable,
  type GrantableModule,
  isKept,
  isModule,
  moduleOf,
} from '#contract/rules/access.ts';
import { formatCount } from '#contract/rules/format.ts';
import { foldedText } from '#contract/rules/text.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { TextField } from '#ui/components/TextField.tsx';

interface PermissionTreeProps {
  /** The role's key, which tells what it may not lose. */
  roleKey: string;
  held: readonly Grantable[];
  /** The stored role's permissions; differences from them are marked. */
  before: readonly Grantable[];
  /** The signed-in person's permissions; they cannot grant any others. */
  own: ReadonlySet<Grantable>;
  /** The titles of the company's own types, by key: each is a module besides those of the console. */
  titles: ReadonlyMap<string, string>;
  disabled: boolean;
  onChange: (held: Grantable[]) => void;
}

/** Modules with their actions below. Revoking a module revokes its actions; granting an action grants its module. */
export function PermissionTree({
  roleKey,
  held,
  before,
  own,
  titles,
  disabled,
  onChange,
}: PermissionTreeProps) {
  const [word, setWord] = useState('');
  const [leaving, setLeaving] = useState<GrantableModule | null>(null);
  const all = [...GRANTABLES, ...[...titles.keys()].flatMap(ownPermissions)];
  const nameOf = (name: Grantable) => permissionName(name, titles);
  const shown = matchingNames(word, all, nameOf);
  const reasonOf = (name: Grantable): string => {
    if (before.includes(name)) return held.includes(name) && isKept(roleKey, name) ? 'sempre' : '';
    return own.has(name) ? '' : 'você não tem';
  };
  const item = (name: Grantable) => (
    <Item
      key={name}
      label={nameOf(name)}
      checked={held.includes(name)}
      changed={held.includes(name) !== before.includes(name)}
      // A permission of the stored role can be revoked and granted again as long as the form is open.
      blocked={disabled || reasonOf(name) !== ''}
      reason={reasonOf(name)}
      onToggle={() => {
        if (isModule(name) && heldActions(held, name).length > 0) setLeaving(name);
        else onChange(toggled(held, name, all));
      }}
    />
  );
  return (
    <fieldset aria-label="Permissões" style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <FilterWord value={word} onChange={setWord} found={shown.size} />
      <Paper variant="outlined" sx={{ mt: 3 }}>
        {all
          .filter(isModule)
          .filter((module) => shown.has(module) || actionsOf(module).some((action) => shown.has(action)))
          .map((module) => (
            <Branch key={module}>
              {item(module)}
              {actionsOf(module).length > 0 && (
                <ul>
                  {actionsOf(module)
                    .filter((action) => shown.has(action) || (word && shown.has(module)))
                    .map((action) => (
                      <li key={action}>{item(action)}</li>
                    ))}
                </ul>
              )}
            </Branch>
          ))}
      </Paper>
      <LeavingModule
        module={leaving}
        held={held}
        nameOf={nameOf}
        onClose={() => setLeaving(null)}
        onConfirm={(module) => onChange(toggled(held, module, all))}
      />
    </fieldset>
  );
}

interface LeavingModuleProps {
  /** Null when closed. */
  module: GrantableModule | null;
  held: readonly Grantable[];
  nameOf: (name: Grantable) => string;
  onConfirm: (module: GrantableModule) => void;
  onClose: () => void;
}

/** Names what leaves with a module: some of it may be filtered out, and ticking the module again does not bring it back. */
function LeavingModule({ module, held, nameOf, onConfirm, onClose }: LeavingModuleProps) {
  // Keeps the module displayed while the dialog fades out.
  const [shown, setShown] = useState(module);
  if (module !== null && module !== shown) setShown(module);
  const actions = shown === null ? [] : heldActions(held, shown);
  return (
    <ConfirmDialog
      open={module !== null}
      title={`Retirar ${shown === null ? '' : nameOf(shown)}?`}
      text={`${actions.length === 1 ? 'Sai' : 'Saem'} também do perfil ${formatCount(actions.length, 'permissão', 'permissões')} deste módulo: ${actions.map(nameOf).join('; ')}.`}
      confirmLabel="Retirar"
      onConfirm={() => {
        if (shown !== null) onConfirm(shown);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

interface ItemProps {
  label: string;
  checked: boolean;
  changed: boolean;
  blocked: boolean;
  reason: string;
  onToggle: () => void;
}

const Item = ({ label, checked, changed, blocked, reason, onToggle }: ItemProps) => (
  <FormControlLabel
    disabled={blocked}
    control={<Checkbox size="small" checked={checked} onChange={onToggle} />}
    label={
      <>
        {label}
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

/** The actions of a module that are held, as in the tree. */
const heldActions = (held: readonly Grantable[], module: GrantableModule) =>
  actionsOf(module).filter((action) => held.includes(action));

/** The permissions after a toggle; an action requires its module. */
function toggled(held: readonly Grantable[], name: Grantable, all: readonly Grantable[]): Grantable[] {
  const next = new Set(held);
  if (!next.delete(name)) {
    next.add(name);
    next.add(moduleOf(name));
  } else if (isModule(name)) for (const action of actionsOf(name)) next.delete(action);
  return all.filter((each) => next.has(each));
}

/** Permissions whose Portuguese or technical name contains the word. */
function matchingNames(
  word: string,
  all: readonly Grantable[],
  nameOf: (name: Grantable) => string,
): ReadonlySet<Grantable> {
  const folded = foldedText(word.trim());
  return new Set(
    all.filter((name) => foldedText(nameOf(name)).includes(folded) || foldedText(name).includes(folded)),
  );
}

interface FilterWordProps {
  value: string;
  onChange: (word: string) => void;
  found: number;
}

/** Filters the tree while typing; the number of matches is announced. */
const FilterWord = ({ value, onChange, found }: FilterWordProps) => (
  <TextField
    type="search"
    label="Buscar permissões"
    placeholder="Nome do módulo ou da ação"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    // Enter in the search field must not submit the surrounding form.
    onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && event.preventDefault()}
    helperText={value ? formatCount(found, 'permissão', 'permissões') : ' '}
    slotProps={{ formHelperText: { role: 'status' } }}
    sx={{ width: '100%', maxWidth: { sm: 420 } }}
  />
);
