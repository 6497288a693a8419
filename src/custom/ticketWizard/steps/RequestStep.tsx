import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { shownLevels } from '../../../../contract/rules/ticketReasons.ts';
import type { MenuTicketType } from '../../../../contract/sac/ticketCatalog.ts';
import { chooseMenu, chooseReasonAt, chooseType, pathOf } from '../state/draftTransitions.ts';
import { useWizard } from '../state/wizardContext.ts';
import { StepFields } from './StepFields.ts';
import { TypeCards } from './TypeCards.tsx';

/** 'Escolha a sua solicitação': menu, type, subject and up to five levels of reasons. */
export function RequestStep() {
  const { draft, menus, type, person, textAt, changeAsking } = useWizard();
  const menu = menus.find(({ chave }) => chave === draft.menu?.chave);
  return (
    <StepFields>
      {menus.length > 1 && (
        <ToggleButtonGroup
          exclusive
          size="small"
          color="primary"
          sx={MENU_LOOK}
          aria-label="Natureza da solicitação"
          value={menu?.chave ?? null}
          onChange={(_, chave: string | null) => {
            const next = menus.find((other) => other.chave === chave);
            if (next) changeAsking((now) => chooseMenu(now, next, person));
          }}
        >
          {menus.map(({ chave, descricao }) => (
            <ToggleButton key={chave} value={chave}>
              {descricao}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      {menu && (
        <TypeCards
          types={menu.tipos}
          chosen={type?.id ?? null}
          onChoose={(next) => changeAsking((now) => chooseType(now, next, person))}
        />
      )}
      {textAt('tipo') && (
        <FormHelperText error role="alert">
          {textAt('tipo')}
        </FormHelperText>
      )}
      {type && type.usa_assunto > 0 && <Subject type={type} />}
      {type && <Reasons type={type} />}
    </StepFields>
  );
}

const MENU_LOOK = {
  flexWrap: 'wrap',
  '& .MuiToggleButton-root': {
    px: 3,
    py: 1,
    color: 'components.texto',
    '&.Mui-selected, &.Mui-selected:hover': {
      color: 'actions.primaria.text',
      backgroundColor: 'components.selecionado',
    },
  },
} as const;

function Subject({ type }: { type: MenuTicketType }) {
  const { draft, textAt, change } = useWizard();
  return (
    <TextField
      label="Assunto"
      required={type.usa_assunto === 2}
      value={draft.assunto}
      onChange={(event) => {
        const assunto = event.target.value;
        change((now) => ({ ...now, assunto }));
      }}
      error={Boolean(textAt('assunto'))}
      helperText={textAt('assunto')}
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
}

function Reasons({ type }: { type: MenuTicketType }) {
  const { draft, textAt, change } = useWizard();
  return shownLevels(type.motivos, pathOf(draft)).map(({ level, label, required, options, chosen }) => {
    const text = textAt(`motivo${level}`);
    return (
      <TextField
        key={level}
        select
        label={label}
        required={required}
        value={chosen?.id ?? ''}
        onChange={(event) => {
          const id = event.target.value === '' ? null : Number(event.target.value);
          change((now) => chooseReasonAt(now, type, level, id));
        }}
        error={Boolean(text)}
        helperText={text ?? (chosen?.informa ? 'Este motivo pede uma explicação na mensagem.' : undefined)}
        slotProps={{
          select: { displayEmpty: true },
          htmlInput: { 'aria-label': `${label}, nível ${level}` },
        }}
      >
        <MenuItem value="">{required ? 'Escolha…' : 'Nenhum'}</MenuItem>
        {options.map(({ id, descricao }) => (
          <MenuItem key={id} value={id}>
            {descricao}
          </MenuItem>
        ))}
      </TextField>
    );
  });
}
