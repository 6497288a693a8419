import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Parameter } from '../../../contract/config/parameters.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';
import { Tag } from '../../ui/components/display/Tag.ts';
import { themeColors } from '../../ui/components/themeColors.ts';
import { textOf } from './kindOf.ts';

interface ParameterRowsProps {
  parameters: readonly Parameter[];
  onEdit: (key: string) => void;
}

/** Name and sentence at the left, what holds at the right, and where it differs below. */
export function ParameterRows({ parameters, onEdit }: ParameterRowsProps) {
  return (
    <Rows>
      {parameters.map((parameter) => (
        <li key={parameter.chave}>
          <div>
            <strong>{parameter.titulo}</strong>
            <SecondaryText>{parameter.descricao}</SecondaryText>
          </div>
          <Now parameter={parameter} />
          <Button
            size="small"
            startIcon={<EditOutlined />}
            aria-label={`Mudar ${parameter.titulo}`}
            onClick={() => onEdit(parameter.chave)}
          >
            Mudar
          </Button>
        </li>
      ))}
    </Rows>
  );
}

function Now({ parameter }: { parameter: Parameter }) {
  const { valor, padrao, alterado, alteradoEm, filiais, semValor } = parameter;
  return (
    <div>
      <span className="value">{valor === null ? semValor : textOf(parameter, valor)}</span>
      {alterado && (
        <SecondaryText>
          <Tag tone="informacao">
            <span>Mudado</span>
          </Tag>{' '}
          padrão: {padrao === null ? semValor : textOf(parameter, padrao)}
          {alteradoEm && (
            <>
              {' · '}
              <RelativeDate value={alteradoEm} />
            </>
          )}
        </SecondaryText>
      )}
      {filiais.length > 0 && (
        <SecondaryText>
          {filiais.map(({ filial, valor: own }) => `${filial.nome}: ${textOf(parameter, own)}`).join(' · ')}
        </SecondaryText>
      )}
    </div>
  );
}

const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 16,
    rowGap: 4,
    alignItems: 'start',
    padding: '12px 0',
  },
  '& > li + li': { borderTop: `1px solid ${themeColors(theme).divider}` },
  '& > li > div:nth-of-type(2)': { gridRow: 2, gridColumn: '1 / -1' },
  '& > li > div > span': { display: 'block' },
  '& strong': { display: 'block', fontWeight: 500 },
  '& .value': { display: 'block', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  [theme.breakpoints.up('md')]: {
    '& > li': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
    '& > li > div:nth-of-type(2)': { gridRow: 'auto', gridColumn: 'auto' },
  },
}));
