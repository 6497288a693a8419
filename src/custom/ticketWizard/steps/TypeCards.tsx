import { styled } from '@mui/material/styles';
import type { MenuTicketType } from '../../../../contract/sac/ticketCatalog.ts';

interface TypeCardsProps {
  types: readonly MenuTicketType[];
  chosen: number | null;
  onChoose: (type: MenuTicketType) => void;
}

/** The types of a menu, one to choose. */
export function TypeCards({ types, chosen, onChoose }: TypeCardsProps) {
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
