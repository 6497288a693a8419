import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useMemo, useState } from 'react';
import type { RegistrationStep } from '../../../../contract/rules/registration/registrationStep.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import type { PreviewProps } from '../editorProps.ts';
import { FormPreview } from '../preview/FormPreview.tsx';

/** The step as it is met by whoever registers a person, a company, or a simulation. */
export function StepPreview({ value }: PreviewProps) {
  const { schema, ui } = value as unknown as RegistrationStep;
  const [tipo, setTipo] = useState<'PF' | 'PJ'>('PJ');
  const [simulacao, setSimulacao] = useState(false);
  const fixed = useMemo(() => ({ contexto: contextOf(tipo, simulacao) }), [tipo, simulacao]);
  return (
    <FormPreview
      form={{ schema, ui }}
      fixed={fixed}
      tools={
        <>
          <ToggleButtonGroup
            size="small"
            exclusive
            value={tipo}
            onChange={(_event, next: 'PF' | 'PJ' | null) => next && setTipo(next)}
            aria-label="Quem se cadastra"
          >
            <ToggleButton value="PJ">Pessoa jurídica</ToggleButton>
            <ToggleButton value="PF">Pessoa física</ToggleButton>
          </ToggleButtonGroup>
          <FormControlLabel
            control={
              <Switch size="small" checked={simulacao} onChange={(_event, next) => setSimulacao(next)} />
            }
            label="Simulação"
            sx={{ ml: 0 }}
          />
        </>
      }
    />
  );
}

const contextOf = (tipo: 'PF' | 'PJ', simulacao: boolean) => ({
  tipo,
  simulacao,
  temFiliais: true,
  temAtividades: true,
  temComoConheceu: true,
  permiteCpfSemIE: false,
  tabelaPrecoObrigatoria: true,
  hoje: localDate(Date.now(), DEFAULT_TIME_ZONE),
});
