import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { type Campo, campoTypes } from '#contract/rules/fields/campo.ts';
import { PanelField, useKnown } from '../parts/PanelField.tsx';
import type { CampoChanges } from './campoEdits.ts';

interface VisibleWhenProps {
  campo: Campo;
  at: string;
  /** The fields that it may depend on, with itself. */
  campos: readonly Campo[];
  onChange: (changes: CampoChanges) => void;
  readOnly: boolean;
}

/** When a field is asked for: always, or while another field has certain values. */
export function VisibleWhen({ campo: field, at, campos, onChange, readOnly }: VisibleWhenProps) {
  const { visivelSe } = field;
  const isKnown = useKnown(`${at}/visivelSe/campo`);
  const others = campos.filter(
    ({ chave, tipo, arquivado }) =>
      chave !== field.chave && !arquivado && (campoTypes[tipo].options || tipo === 'CHECKBOX'),
  );
  if (!isKnown || (others.length === 0 && !visivelSe)) return null;
  const on = campos.find(({ chave }) => chave === visivelSe?.campo);
  const values = on ? valuesOf(on) : [];
  const tick = (value: string | boolean, ticked: boolean) => {
    if (!visivelSe) return;
    const rest = visivelSe.valores.filter((each) => each !== value);
    onChange({ visivelSe: { ...visivelSe, valores: ticked ? [...rest, value] : rest } });
  };
  return (
    <>
      <PanelField
        at={`${at}/visivelSe/campo`}
        choices={[
          { value: '', label: 'Sempre' },
          ...others.map(({ chave, titulo }) => ({ value: chave, label: `Conforme '${titulo}'` })),
        ]}
        set={(chave: string) => onChange({ visivelSe: firstCondition(campos, chave) })}
      />
      {visivelSe && (
        <fieldset data-pointer={`${at}/visivelSe/valores`} style={{ margin: 0, padding: 0, border: 0 }}>
          <legend style={{ padding: 0, fontSize: 13 }}>Quando '{on?.titulo ?? visivelSe.campo}' é</legend>
          {values.map(({ value, label }) => (
            <FormControlLabel
              key={String(value)}
              control={
                <Checkbox
                  size="small"
                  checked={visivelSe.valores.includes(value)}
                  onChange={(_event, ticked) => tick(value, ticked)}
                />
              }
              label={label}
              disabled={readOnly}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const valuesOf = ({ tipo, opcoes = [] }: Campo): { value: string | boolean; label: string }[] =>
  tipo === 'CHECKBOX'
    ? [
        { value: true, label: 'marcado' },
        { value: false, label: 'desmarcado' },
      ]
    : opcoes.map(({ valor, rotulo }) => ({ value: valor, label: rotulo }));

function firstCondition(campos: readonly Campo[], chave: string): Campo['visivelSe'] {
  const on = campos.find((campo) => campo.chave === chave);
  const first = on && valuesOf(on)[0];
  return first ? { campo: chave, valores: [first.value] } : undefined;
}
