import ChevronLeftIcon from '@mui/icons-material/ChevronLeft';
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { ActivityEntry } from '#contract/callcenter/customers/customerPanel.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { customerLogType } from '#contract/catalogs/customers.ts';
import type { PanelTab, PanelTabDefinition } from '#contract/rules/panel/panelDefinition.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { pageWindow } from '#ui/components/PageLinks/PageLinks.tsx';
import type { PanelPlace } from './panelPlace.ts';

interface LogPagesProps {
  page: number;
  lastPage: number;
  onPage: (page: number) => void;
}

/** Three page links (document 001 section 9); none when there is only one page. */
export function LogPages({ page, lastPage, onPage }: LogPagesProps) {
  if (lastPage <= 1) return null;
  return (
    <Box
      component="nav"
      aria-label="Páginas do registro de atividade"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}
    >
      <IconButton
        size="small"
        aria-label="Página anterior"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeftIcon fontSize="small" />
      </IconButton>
      {pageWindow(page, lastPage, 3).map((number) => (
        <Button
          key={number}
          size="small"
          color={number === page ? 'primary' : 'inherit'}
          aria-label={`Página ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          sx={{ minWidth: 32, px: 1 }}
        >
          {number}
        </Button>
      ))}
      <IconButton
        size="small"
        aria-label="Próxima página"
        disabled={page >= lastPage}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRightIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

/** The tab in which an entry's item opens. */
const TAB_OF: Readonly<Record<string, PanelTab>> = {
  ORCAMENTO: 'orcamentos',
  PEDIDO: 'pedidos',
  AGENDA: 'agendas',
  TICKET: 'tickets',
  ATENDIMENTO: 'historico',
};

interface LogEntriesProps {
  entries: readonly ActivityEntry[];
  place: PanelPlace;
  shows: readonly PanelTabDefinition[];
}

export function LogEntries({ entries, place, shows }: LogEntriesProps) {
  const tabOf = ({ tipo, itemId }: ActivityEntry) =>
    itemId === null ? undefined : shows.find(({ chave }) => chave === TAB_OF[tipo])?.chave;
  return (
    <Entries>
      {entries.map((entry) => {
        const tab = tabOf(entry);
        return (
          <li key={entry.id}>
            <Mark type={entry.tipo} />
            {tab ? (
              <button type="button" data-print="words" onClick={() => place.go(tab, entry.itemId)}>
                <Words entry={entry} />
              </button>
            ) : (
              <div>
                <Words entry={entry} />
              </div>
            )}
          </li>
        );
      })}
    </Entries>
  );
}

function Mark({ type }: { type: string }) {
  const { color, icon, label } = rowOf(customerLogType, type);
  return (
    <Tag tone={color} className="mark" title={label}>
      <CatalogIcon name={icon} size={14} />
    </Tag>
  );
}

function Words({ entry: { historico, colaborador, datahora_criacao } }: { entry: ActivityEntry }) {
  return (
    <>
      <span className="text">{historico}</span>
      <span className="when">
        {colaborador && `${colaborador.nome} · `}
        <RelativeDate value={datahora_criacao} />
      </span>
    </>
  );
}

const Entries = styled('ol')(({ theme }) => {
  const { components, action } = theme.vars.palette;
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    fontSize: 13,
    '& li': { position: 'relative', display: 'flex', gap: 8, paddingBottom: 10 },
    '& li:not(:last-of-type)::before': {
      content: '""',
      position: 'absolute',
      top: 29,
      bottom: -1,
      left: 12,
      width: 1,
      backgroundColor: components.linha,
    },
    '& .mark': {
      flex: 'none',
      justifyContent: 'center',
      width: 25,
      height: 25,
      marginTop: 2,
      padding: 0,
      borderRadius: 13,
    },
    '& button, & div': {
      flex: 1,
      minWidth: 0,
      padding: '4px 6px',
      border: 0,
      borderRadius: 6,
      background: 'none',
      font: 'inherit',
      textAlign: 'left',
      color: components.texto,
    },
    '& button': { cursor: 'pointer', '&:hover': { backgroundColor: action.hover } },
    '& button:hover .text': { textDecoration: 'underline' },
    '& .text': { display: 'block', overflowWrap: 'anywhere' },
    '& .when': { display: 'block', marginTop: 1, fontSize: 12, color: components.textoSecundario },
  };
});
