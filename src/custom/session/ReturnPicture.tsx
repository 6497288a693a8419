import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { BrandMark } from '#ui/shell/Page.tsx';

/** A step of the drawn return: what it is called, what happens there, and its sign in a square of 24. */
const STEPS = [
  ['Abertura', 'Nota, fotos e motivo do cliente', 'M6 2h8l4 4v16H6zM14 2v4h4M9 13h6M12 10v6'],
  ['Análise', '2 de 3 itens aprovados, no prazo', 'M3 6l2 2 3-4M3 13l2 2 3-4M11 7h10M11 14h10M11 20h6'],
  [
    'Coleta',
    'A transportadora busca na quinta-feira',
    'M2 6h12v11H2zM14 10h4l4 4v3h-8M6 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4M18 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  ],
  ['Conferência', 'Chegou exatamente o que foi aprovado', 'M3 8l9-5 9 5v9l-9 5-9-5zM8 12l3 3 5-6'],
  [
    'Financeiro',
    'Crédito de R$ 286,40 para o cliente',
    'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 6v12M15 9c-1-2-6-2-6 .5s6 2 6 4.5-5 2.5-6 .5',
  ],
] as const;

const HEIGHT = 92;
const CARD = { width: 336, height: 72 };
/** Cards stand in turn at the left and at the right. */
const leftOf = (at: number) => (at % 2 === 0 ? 4 : 140);

/** The way from one card to the next. */
const way = (at: number) => {
  const [from, to] = [leftOf(at) + 168, leftOf(at + 1) + 168];
  const [top, bottom] = [at * HEIGHT + CARD.height + 4, (at + 1) * HEIGHT + 4];
  return `M${from} ${top}C${from} ${bottom},${to} ${top},${to} ${bottom}`;
};

/** The half of the sign-in page that says what the product does: a return on its way from opening to finance. Folds away on a phone. */
export const ReturnPicture = () => (
  <Half>
    <BrandMark size={40} />
    <Typography component="p" sx={{ fontSize: '1.75rem', lineHeight: 1.25, fontWeight: 600, maxWidth: 480 }}>
      Cada devolução em um só lugar, da abertura ao crédito.
    </Typography>
    <Box
      component="svg"
      role="img"
      aria-label="Caminho de uma devolução: abertura, análise, coleta, conferência e financeiro"
      viewBox={`0 0 480 ${(STEPS.length - 1) * HEIGHT + CARD.height + 8}`}
      sx={{ width: '100%', maxWidth: 480, minHeight: 0 }}
    >
      {STEPS.slice(1).map(([title], at) => (
        <path key={title} className="way" d={way(at)} />
      ))}
      {STEPS.map(([title, says, sign], at) => (
        <g
          key={title}
          className={at === STEPS.length - 1 ? 'end' : ''}
          transform={`translate(${leftOf(at)} ${at * HEIGHT + 4})`}
        >
          <rect className="card" {...CARD} rx="12" />
          <circle cx="38" cy="36" r="22" />
          <path className="sign" d={sign} transform="translate(26 24)" />
          <text x="76" y="31" className="title">
            {title}
          </text>
          <text x="76" y="52">
            {says}
          </text>
        </g>
      ))}
    </Box>
    <Typography sx={{ maxWidth: 480, color: (t) => t.vars.palette.components.textoSecundario }}>
      Atendimento e vendas no mesmo console: tickets, clientes, orçamentos e pedidos.
    </Typography>
  </Half>
);

const Half = styled('div')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    display: 'none',
    [theme.breakpoints.up('md')]: { display: 'flex' },
    order: -1,
    justifySelf: 'stretch',
    position: 'sticky',
    top: 0,
    height: '100dvh',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: 24,
    padding: '32px 64px',
    overflow: 'hidden',
    backgroundColor: components.lateral,
    borderRight: `1px solid ${components.linha}`,
    '& > p, & > svg': { flexShrink: 0 },
    '& > svg[role]': { flexShrink: 1 },
    '& .way': {
      fill: 'none',
      stroke: components.linhaForte,
      strokeWidth: 2,
      strokeDasharray: '2 6',
      strokeLinecap: 'round',
    },
    '& .card': { fill: components.superficie, stroke: components.linha },
    '& circle': { fill: actions.primaria.soft },
    '& .sign': {
      fill: 'none',
      stroke: actions.primaria.text,
      strokeWidth: 1.75,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    '& text': { fill: components.textoSecundario, fontSize: 13 },
    '& .title': { fill: components.texto, fontSize: 15, fontWeight: 600 },
    '& .end circle': { fill: actions.sucesso.soft },
    '& .end .sign': { stroke: actions.sucesso.text },
  };
});
