import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import SkipNextOutlined from '@mui/icons-material/SkipNextOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { emailRoutes } from '#contract/config/emails.ts';
import { type FirstStep, firstStepRoutes } from '#contract/config/firstSteps.ts';
import { DISPLAY_CAP, formatCount } from '#contract/rules/format.ts';
import { listText } from '#contract/rules/text.ts';
import { routeKey, useRouteCommand } from '#data/useRoute.ts';
import { useCan } from '#ui/shell/usePerson.ts';
import { STEP_TEXTS } from './stepWords.ts';

const STATES = {
  done: { word: 'Feito', Icon: CheckCircleOutlined },
  skipped: { word: 'Pulado por enquanto', Icon: SkipNextOutlined },
  open: { word: 'A fazer', Icon: RadioButtonUnchecked },
} as const;

interface StepRowProps {
  step: FirstStep;
  /** Whether this is the next step to do. */
  isNext: boolean;
  smtp: boolean;
}

/** A step: whether it is done and by what, what it unlocks, and links to it that the person may use. */
export function StepRow({ step, isNext, smtp }: StepRowProps) {
  const id = useId();
  const { can } = useCan();
  const { title, text, next, there, others = [] } = STEP_TEXTS[step.chave];
  const state = step.feito ? 'done' : step.pulado ? 'skipped' : 'open';
  const { word, Icon } = STATES[state];
  const main = [step.feito || step.conferivel ? there : next, there].find(({ permission }) =>
    can(permission),
  );
  const counts = step.contagem.filter(({ quantidade }) => quantidade > 0);
  return (
    <Box
      component="li"
      aria-labelledby={id}
      sx={({ vars: { palette } }) => ({
        display: 'grid',
        gridTemplateColumns: { xs: '24px minmax(0, 1fr)', sm: '24px minmax(0, 1fr) auto' },
        columnGap: 3,
        rowGap: 2,
        alignItems: 'start',
        py: 4,
        borderTop: `1px solid ${palette.components.linha}`,
      })}
    >
      <Box
        sx={({ vars: { palette } }) => ({
          display: 'flex',
          pt: 0.5,
          color: state === 'done' ? palette.success.main : palette.components.textoSecundario,
        })}
      >
        <Icon fontSize="small" aria-hidden />
      </Box>
      <Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
          <Typography id={id} component="h2" sx={{ fontSize: 15, fontWeight: 600 }}>
            {title}
          </Typography>
          <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
            {word}
            {state === 'open' &&
              (step.conferivel ? ': confira o que já vem' : !step.essencial && ', se quiser')}
          </Typography>
        </Box>
        <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
          {text}
        </Typography>
        {counts.length > 0 && (
          <Typography variant="body2" sx={{ mt: 1, fontWeight: 500 }}>
            {`Já há ${listText(counts.map(({ quantidade, um, muitos }) => formatCount(quantidade, um, muitos, DISPLAY_CAP)))}.`}
          </Typography>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, mt: 1 }}>
          {others
            .filter(({ permission }) => can(permission))

            .map(({ to, words }) => (
              <MuiLink key={to} component={Link} to={to} variant="body2" aria-label={`${title}: ${words}`}>
                {words}
              </MuiLink>
            ))}
          {step.conferivel && <ReviewButton step={step} title={title} />}
          {!step.feito && <SkipButton step={step} title={title} />}
        </Box>
      </Box>
      <Box sx={{ gridColumn: { xs: 2, sm: 'auto' } }}>
        {step.chave === 'email' && smtp ? (
          <TestMail />
        ) : (
          main && (
            <Button
              component={Link}
              to={main.to}
              variant={isNext ? 'contained' : 'outlined'}
              sx={{ whiteSpace: 'nowrap' }}
            >
              {main.words}
            </Button>
          )
        )}
      </Box>
    </Box>
  );
}

interface StatedProps {
  step: FirstStep;
  title: string;
}

/** Shows the steps as a command about one of them answers. */
function useStepAnswer() {
  const client = useQueryClient();
  const notify = useNotify();
  return {
    onSuccess: (answer: unknown) => client.setQueryData(routeKey(firstStepRoutes.get, {}), answer),
    onError: (error: Error) => notify(error.message, { type: 'error' }),
  };
}

function SkipButton({ step, title }: StatedProps) {
  const skip = useRouteCommand(firstStepRoutes.skip, useStepAnswer());
  return (
    <StateLink
      label={step.pulado ? 'Voltar a este passo' : 'Pular por enquanto'}
      title={title}
      pending={skip.isPending}
      onClick={() => skip.mutate({ params: { passo: step.chave }, body: { pular: !step.pulado } })}
    />
  );
}

/** Says that somebody looked at what the console ships. */
function ReviewButton({ step, title }: StatedProps) {
  const review = useRouteCommand(firstStepRoutes.review, useStepAnswer());
  return (
    <StateLink
      label={step.feito ? 'Conferir de novo' : 'Conferi, está certo'}
      title={title}
      pending={review.isPending}
      onClick={() => review.mutate({ params: { passo: step.chave }, body: { conferido: !step.feito } })}
    />
  );
}

interface StateLinkProps {
  label: string;
  title: string;
  pending: boolean;
  onClick: () => void;
}

const StateLink = ({ label, title, pending, onClick }: StateLinkProps) => (
  <MuiLink
    component="button"
    type="button"
    variant="body2"
    data-commits
    disabled={pending}
    aria-label={`${title}: ${label}`}
    onClick={onClick}
  >
    {label}
  </MuiLink>
);

function TestMail() {
  const notify = useNotify();
  const test = useRouteCommand(emailRoutes.test, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  return (
    <Button
      variant="outlined"
      data-commits
      loading={test.isPending}
      onClick={() => test.mutate({})}
      sx={{ whiteSpace: 'nowrap' }}
    >
      Enviar e-mail de teste
    </Button>
  );
}
