import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import { type IconName, iconNames } from '#contract/catalogs/catalog.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { TicketMenu } from '#contract/sac/tickets/ticketCatalog.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';

interface MenuChooserProps {
  menus: readonly TicketMenu[];
  onChoose: (menu: TicketMenu) => void;
}

/** One large card per menu: icon, description and the types it contains. */
export function MenuChooser({ menus, onChoose }: MenuChooserProps) {
  return (
    <Cards>
      {menus.map((menu, index) => (
        <Tooltip
          key={menu.chave}
          describeChild
          title={menu.tipos.length > 1 ? menu.tipos.map(({ desc }) => desc).join(' · ') : ''}
        >
          <Card type="button" onClick={() => onChoose(menu)} autoFocus={index === 0}>
            <span className="icon">
              <CatalogIcon name={iconOf(menu.icone)} size={24} />
            </span>
            <strong>{menu.descricao}</strong>
            {menu.frase && <span className="sentence">{menu.frase}</span>}
            <span className="count">{formatCount(menu.tipos.length, 'tipo', 'tipos')}</span>
            <ul>
              {menu.tipos.map(({ id, desc }) => (
                <li key={id}>{desc}</li>
              ))}
            </ul>
          </Card>
        </Tooltip>
      ))}
    </Cards>
  );
}

export function MenuChooserSkeleton() {
  return (
    <Cards role="status" aria-busy="true" aria-label="Carregando...">
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} variant="rounded" height={248} />
      ))}
    </Cards>
  );
}

const iconOf = (name: string): IconName => iconNames.find((known) => known === name) ?? 'HelpOutline';

const Cards = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: '8px 0',
  gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: '1fr' },
}));

const Card = styled('button')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    font: 'inherit',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: 4,
    padding: 20,
    textAlign: 'left',
    cursor: 'pointer',
    color: components.texto,
    backgroundColor: components.superficie,
    border: `1px solid ${components.linhaForte}`,
    borderRadius: 10,
    '&:hover': { borderColor: actions.primaria.main, backgroundColor: components.realce },
    '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: 1 },
    '& .icon': {
      display: 'inline-flex',
      padding: 10,
      marginBottom: 8,
      borderRadius: 10,
      color: actions.primaria.text,
      backgroundColor: actions.primaria.soft,
    },
    '& strong': { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
    '& .sentence': { color: components.textoSecundario, textWrap: 'pretty' },
    '& .count': { marginTop: 8, fontSize: 12, fontWeight: 500, color: components.textoSecundario },
    '& ul': { margin: 0, padding: 0, listStyle: 'none', fontSize: 13, lineHeight: '20px' },
    [theme.breakpoints.down('sm')]: {
      '& .sentence ~ ul': { display: 'none' },
      '& .count': { marginTop: 0 },
      padding: 16,
    },
  };
});
