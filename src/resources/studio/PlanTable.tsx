import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import type { definitionRoutes } from '../../../contract/config/definitions.ts';
import type { Output } from '../../../contract/route.ts';
import { definitionKinds } from '../../../contract/rules/definitions/definition.ts';
import { Tag } from '../../ui/components/display/Tag.ts';

export type PlanLine = Output<typeof definitionRoutes.planImport>[number];

export const lineKey = ({ tipo, chave }: PlanLine): string => `${tipo}/${chave}`;

const ACTIONS: Record<PlanLine['acao'], { label: string; tone: string }> = {
  CRIAR: { label: 'Cria', tone: 'sucesso' },
  ALTERAR: { label: 'Muda', tone: 'aviso' },
  IGUAL: { label: 'Igual', tone: 'secundaria' },
  RECUSAR: { label: 'Recusada', tone: 'perigo' },
};

interface PlanTableProps {
  plan: readonly PlanLine[];
  chosen: readonly string[];
  onChoose: (keys: readonly string[]) => void;
}

/** What the import would do, line by line. What is refused says why, and cannot be chosen. */
export function PlanTable({ plan, chosen, onChoose }: PlanTableProps) {
  const toggle = (key: string) =>
    onChoose(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);
  return (
    <Lines aria-label="O que a importação faria">
      {plan.map((line) => {
        const key = lineKey(line);
        const { label, tone } = ACTIONS[line.acao];
        return (
          <li key={key}>
            <Checkbox
              checked={chosen.includes(key)}
              disabled={line.acao === 'RECUSAR' || line.acao === 'IGUAL'}
              onChange={() => toggle(key)}
              slotProps={{ input: { 'aria-label': `Importar ${line.titulo}` } }}
            />
            <div>
              <strong>{line.titulo}</strong>
              <span className="second">
                {definitionKinds[line.tipo].singular} · {line.chave}
              </span>
              <ul>
                {line.problemas.map(({ ponteiro, mensagem, gravidade }) => (
                  <li key={`${ponteiro} ${mensagem}`} className={gravidade}>
                    {mensagem}
                    {ponteiro && <span className="second"> {ponteiro}</span>}
                  </li>
                ))}
                {line.mudancas.slice(0, 6).map(({ ponteiro, frase }) => (
                  <li key={`${ponteiro} ${frase}`}>{frase}</li>
                ))}
                {line.mudancas.length > 6 && <li>e mais {line.mudancas.length - 6} mudanças</li>}
              </ul>
            </div>
            <Tag tone={tone}>
              <span>{label}</span>
            </Tag>
          </li>
        );
      })}
    </Lines>
  );
}

const Lines = styled('ul')(({ theme }) => {
  const { actions, components } = theme.vars.palette;
  return {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    '& > li': {
      display: 'flex',
      alignItems: 'flex-start',
      gap: 8,
      padding: '8px 0',
      borderTop: `1px solid ${components.linha}`,
    },
    '& > li > div': { flex: 1, minWidth: 0, paddingTop: 5 },
    '& > li > span:last-of-type': { marginTop: 5 },
    '& strong': { marginRight: 8 },
    '& .second': { fontSize: 12, color: components.textoSecundario },
    '& ul': { margin: '4px 0 0', paddingLeft: 18, fontSize: 13, overflowWrap: 'anywhere' },
    '& .ERRO': { color: actions.perigo.text },
    '& .AVISO': { color: actions.aviso.text },
  };
});
