import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { ticketPriority } from '#contract/catalogs/ticketPriority.ts';
import { shownLevels } from '#contract/rules/tickets/ticketType.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import {
  chooseMenu,
  chooseReasonAt,
  chooseType,
  pathOf,
  proposingTicket,
} from '#src/resources/tickets/shared/draft/draftTransitions.ts';
import { StepFields } from '#src/resources/tickets/shared/items/StepParts.tsx';
import { isOfCompany } from '#src/resources/tickets/shared/ticketReader.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useWizard } from '../state/wizardContext.ts';

/** 'Escolha a sua solicitação': menu, type, subject and up to five levels of reasons. */
export function RequestStep() {
  const { draft, menus, type, person, textAt, changeWithConfirmation } = useWizard();
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
            if (next) changeWithConfirmation((now) => chooseMenu(now, next, person));
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
          onChoose={(next) => changeWithConfirmation((now) => chooseType(now, next, person))}
        />
      )}
      {textAt('tipo') && (
        <FormHelperText error role="alert">
          {textAt('tipo')}
        </FormHelperText>
      )}
      {type && type.usa_assunto > 0 && <Subject type={type} />}
      {type && <Reasons type={type} />}
      {type && <Priority />}
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
  const proposing = proposingTicket(draft);
  const levels = shownLevels(type.motivos, pathOf(draft));
  return levels.map(({ level, label, required, options, chosen }) => {
    const text = textAt(`motivo${level}`);
    const notes = [
      chosen?.informa && 'Este motivo pede uma explicação na mensagem.',
      proposing !== null && level === 1 && `O mesmo do ticket ${proposing}, o último deste cliente.`,
    ].filter(Boolean);
    return (
      <ChoiceField
        key={level}
        label={label}
        aria-label={`${label}, nível ${level}`}
        required={required}
        value={chosen?.id ?? null}
        onChange={(id) => change((now) => chooseReasonAt(now, type, level, id))}
        error={Boolean(text)}
        helperText={text ?? (notes.join(' ') || undefined)}
        choices={options.map(({ id, descricao }) => ({ value: id, label: descricao }))}
        none={required ? 'Escolha…' : 'Nenhum'}
      />
    );
  });
}

/** Asked of those who may decide it; the type or its first sector says it otherwise. */
function Priority() {
  const { draft, textAt, change } = useWizard();
  const may = useCan().can('TICKETS_RESPONDER_INTERNO');
  if (!may || !isOfCompany()) return null;
  return (
    <ChoiceField
      label="Prioridade"
      value={draft.prioridade ?? null}
      onChange={(prioridade) => change((now) => ({ ...now, prioridade }))}
      error={Boolean(textAt('prioridade'))}
      helperText={textAt('prioridade')}
      choices={ticketPriority}
      required={false}
      none="A do tipo ou do setor"
    />
  );
}

interface TypeCardsProps {
  types: readonly MenuTicketType[];
  chosen: number | null;
  onChoose: (type: MenuTicketType) => void;
}

/** The types of a menu, of which one is chosen. */
function TypeCards({ types, chosen, onChoose }: TypeCardsProps) {
  return (
    <Cards>
      <legend>
        Tipo <span aria-hidden>*</span>
      </legend>
      {types.map((type) => (
        <label key={type.id} data-chosen={type.id === chosen || undefined}>
          <input
            type="radio"
            name="tipo-de-ticket"
            required
            checked={type.id === chosen}
            onChange={() => onChoose(type)}
          />
          {type.desc}
        </label>
      ))}
    </Cards>
  );
}

const Cards = styled('fieldset')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    display: 'grid',
    gap: 8,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
    margin: 0,
    padding: 0,
    border: 0,
    minWidth: 0,
    '& legend': {
      padding: 0,
      marginBottom: 4,
      fontSize: 13,
      lineHeight: '20px',
      fontWeight: 500,
      color: components.textoSecundario,
    },
    '& legend span': { color: actions.perigo.text },
    '& label': {
      display: 'flex',
      alignItems: 'center',
      gap: 8,
      minHeight: 44,
      padding: '8px 12px',
      cursor: 'pointer',
      border: `1px solid ${components.linhaForte}`,
      borderRadius: 8,
      backgroundColor: components.superficie,
    },
    '& label:hover': { backgroundColor: components.realce },
    '& label[data-chosen]': {
      borderColor: actions.primaria.main,
      backgroundColor: components.selecionado,
      fontWeight: 500,
    },
    '& label:focus-within': { outline: `2px solid ${components.foco}`, outlineOffset: 1 },
    '& input': {
      flex: 'none',
      width: 16,
      height: 16,
      margin: 0,
      accentColor: actions.primaria.main,
      outline: 0,
    },
  };
});
