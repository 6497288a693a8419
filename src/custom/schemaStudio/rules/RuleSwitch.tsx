import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { companyRuleRoutes, type RuleStanding } from '#contract/config/companyRules.ts';
import { RULE_MODE_NAMES, type RuleMode } from '#contract/rules/companyRules/companyRule.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { RelativeDate, SecondaryText } from '#ui/components/display/Texts.tsx';
import { Answered, isMissing } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { Content } from '../editorProps.ts';
import { PaneTitle } from './PaneTitle.tsx';
import { ruleMode } from './ruleStates.ts';

interface RuleSwitchProps {
  chave: string;
  published: Content | null;
  readOnly: boolean;
}

/** Whether a rule is off, writes down what it would do, or does it; and what it takes to change that. */
export function RuleSwitch({ chave, published, readOnly }: RuleSwitchProps) {
  const query = useRoute(companyRuleRoutes.standing, { params: { chave } }, { enabled: published !== null });
  const { refetch } = query;
  const shown = useRef(published);
  useEffect(() => {
    if (shown.current !== published && published !== null) void refetch();
    shown.current = published;
  }, [published, refetch]);
  if (published === null || isMissing(query.error))
    return (
      <section aria-label="Estado da regra">
        <PaneTitle>Ainda não publicada</PaneTitle>
        <SecondaryText>
          Uma regra só age depois de publicada e ligada. Comece por “só registra”: ela anota o que faria, sem
          fazer nada.
        </SecondaryText>
      </section>
    );
  return (
    <section aria-label="Estado da regra">
      <Answered answer={query}>{({ data }) => <Standing standing={data} readOnly={readOnly} />}</Answered>
    </section>
  );
}

function Standing({ standing, readOnly }: { standing: RuleStanding; readOnly: boolean }) {
  const { modo, motivo, limite, responsavel, desde } = standing;
  const { can } = useCan();
  const [asked, setAsked] = useState<RuleMode | null>(null);
  const others = OFFERED[modo];
  return (
    <div style={{ display: 'grid', gap: 10 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
        <StatusChip value={modo} catalog={ruleMode} />
        <SecondaryText sx={{ fontSize: 13 }}>
          {responsavel?.nome}
          {responsavel && desde && ' · '}
          {desde && <RelativeDate value={desde} />}
        </SecondaryText>
      </div>
      {motivo && <Alert severity="warning">Foi desligada sozinha. {motivo}</Alert>}
      {limite && <Alert severity="info">{limite}</Alert>}
      {!readOnly &&
        (can('CONFIGURACAO_REGRAS') ? (
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
            {others.map((next) => (
              <Button
                key={next}
                variant={next === 'LIGADA' ? 'contained' : 'outlined'}
                onClick={() => setAsked(next)}
              >
                {VERBS[next]}
              </Button>
            ))}
          </div>
        ) : (
          <SecondaryText sx={{ fontSize: 13 }}>
            Quem pode configurar regras liga e desliga esta.
          </SecondaryText>
        ))}
      {asked && <ModeDialog standing={standing} next={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

const OFFERED: Readonly<Record<RuleMode, readonly RuleMode[]>> = {
  DESLIGADA: ['LIGADA', 'SO_REGISTRA'],
  SO_REGISTRA: ['LIGADA', 'DESLIGADA'],
  LIGADA: ['SO_REGISTRA', 'DESLIGADA'],
};
const VERBS: Readonly<Record<RuleMode, string>> = {
  LIGADA: 'Ligar',
  SO_REGISTRA: 'Só registrar',
  DESLIGADA: 'Desligar',
};
const EFFECTS: Readonly<Record<RuleMode, string>> = {
  LIGADA:
    'Ela passa a fazer o que diz a versão publicada, a partir do que acontecer agora. Você responde por ela: se perder um direito que ela usa, ela para.',
  SO_REGISTRA: 'Ela anota o que faria com o que acontecer a partir de agora, e não muda nada.',
  DESLIGADA: 'Ela deixa de olhar o que acontece. O que estava na espera não será mais feito.',
};

interface ModeDialogProps {
  standing: RuleStanding;
  next: RuleMode;
  onClose: () => void;
}

function ModeDialog({ standing: { chave, titulo, versao }, next, onClose }: ModeDialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const change = useRouteCommand(companyRuleRoutes.setMode);
  const confirm = async () => {
    const answer = await change.mutateAsync({ params: { chave }, body: { modo: next, versao } });
    queries.setQueryData(routeKey(companyRuleRoutes.standing, { params: { chave } }), answer);
    void queries.invalidateQueries({ queryKey: routeKey(companyRuleRoutes.standings) });
    notify(`${titulo}: ${RULE_MODE_NAMES[next].toLowerCase()}.`, { type: 'success' });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={`${VERBS[next]}: ${titulo}`}
      text={EFFECTS[next]}
      confirmLabel={VERBS[next]}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
