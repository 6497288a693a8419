import { styled } from '@mui/material/styles';

/** Lines, nodes and their states in the colours of the palette. */
export const FlowSvg = styled('svg')(({ theme }) => {
  const { actions, components } = theme.vars.palette;
  return {
    display: 'block',
    margin: '0 auto',
    fontSize: 13,
    '& .head': { fill: components.campo },
    '& text': { fill: components.texto, fontWeight: 500 },
    '& .way': { cursor: 'pointer' },
    '& .way .line': { fill: 'none', stroke: components.campo, strokeWidth: 1.5 },
    '& .way .hit': { fill: 'none', stroke: 'transparent', strokeWidth: 14 },
    '& .way[data-type=CONDICIONAL] .line': { strokeDasharray: '5 4' },
    '& .way text': {
      fontSize: 11,
      fontWeight: 400,
      fill: components.textoSecundario,
      textAnchor: 'middle',
      // The line must not run through its own words.
      paintOrder: 'stroke',
      stroke: components.fundo,
      strokeWidth: 5,
      strokeLinejoin: 'round',
    },
    '& .way:not([data-told], :hover) text': { visibility: 'hidden' },
    '& .way:hover .line, & .way[data-chosen] .line': { stroke: actions.primaria.main, strokeWidth: 2.5 },
    '& .way[data-chosen] text': { fill: actions.primaria.text, fontWeight: 600 },
    '& .way[data-open] .line': { stroke: actions.sucesso.main, strokeWidth: 2 },
    '& .way[data-open] text': { fill: actions.sucesso.text },
    '& .way[data-wrong] .line': { stroke: actions.perigo.main },
    '& .node': { cursor: 'pointer', outline: 'none' },
    '& .node .body': { fill: components.superficie, stroke: components.linhaForte },
    '& .node:hover .body': { fill: components.realce },
    '& .node .second': { fontSize: 11.5, fontWeight: 400, fill: components.textoSecundario },
    '& .node .strip': { fill: actions.primaria.main },
    '& .node[data-tone=open] .strip': { fill: actions.informacao.main },
    '& .node[data-tone=waiting] .strip': { fill: actions.aviso.main },
    '& .node[data-tone=end] .strip': { fill: actions.sucesso.main },
    '& .node[data-state=done] .body': { fill: actions.sucesso.soft, stroke: actions.sucesso.text },
    '& .node[data-state=next] .body': { strokeDasharray: '4 3', stroke: actions.sucesso.text },
    '& .node[data-state=now] .body': {
      fill: actions.primaria.soft,
      stroke: actions.primaria.main,
      strokeWidth: 2,
    },
    '& .node[data-wrong] .body': { stroke: actions.perigo.main, strokeWidth: 2 },
    '& .node[aria-pressed=true] .body': { stroke: components.foco, strokeWidth: 3 },
    '& .node:focus-visible .body': { stroke: components.foco, strokeWidth: 3 },
  };
});
