import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { surveyMark } from '#contract/catalogs/surveyMark.ts';
import { type OpenSurvey, surveyRoutes } from '#contract/sac/surveys.ts';
import { call } from '#data/call.ts';
import { useRoute } from '#data/useRoute.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { PublicPage } from './PublicPage.tsx';

/** `/pesquisa/{token}?nota=5`: how a ticket was handled, answered from an e-mail without signing in. */
export function SurveyPage() {
  const { token = '' } = useParams();
  const { data, error, isPending } = useRoute(surveyRoutes.look, { params: { token } });
  return (
    <PublicPage title="Como foi o atendimento?">
      {isPending ? (
        <CircularProgress aria-label="Carregando" sx={{ mx: 'auto' }} />
      ) : data ? (
        <Question token={token} survey={data.data} />
      ) : (
        <Alert severity="error">
          {(error as { status?: number } | null)?.status === 404
            ? 'Este link não vale. Abra o do e-mail que você recebeu.'
            : errorText(error)}
        </Alert>
      )}
    </PublicPage>
  );
}

/** Signs that a person has the page before them, which no program that opens links gives. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel'] as const;

function Question({ token, survey }: { token: string; survey: OpenSurvey }) {
  const [params] = useSearchParams();
  const clicked = Number(params.get('nota'));
  const chosen = clicked >= 1 && clicked <= 5 && Number.isInteger(clicked) ? clicked : null;
  const [mark, setMark] = useState(survey.aberta ? (chosen ?? survey.nota) : survey.nota);
  const [comment, setComment] = useState(survey.comentario);
  /** The newest answer that arrived, with the message of the server. */
  const [sent, setSent] = useState<{ mark: number; comment: string; message: string } | null>(null);
  /** Once a person has chosen here, the mark of the link is sent no more. */
  const [touched, setTouched] = useState(false);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const send = useStableCallback(async (nota: number, comentario?: string) => {
    setBusy(true);
    setTouched(true);
    setFailure('');
    try {
      const body = { nota, ...(comentario !== undefined && { comentario }) };
      const { message } = (await call(surveyRoutes.answer, { params: { token }, body })).data;
      setSent({ mark: nota, comment, message });
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  });
  const clickedNow = survey.aberta && !touched && chosen !== survey.nota ? chosen : null;
  useEffect(() => {
    if (clickedNow === null) return;
    const stop = () => {
      for (const sign of SIGNS) window.removeEventListener(sign, once);
    };
    const once = () => {
      stop();
      void send(clickedNow);
    };
    for (const sign of SIGNS) window.addEventListener(sign, once, { passive: true });
    return stop;
  }, [clickedNow, send]);

  const about = `Ticket ${survey.numero}${survey.assunto && `: ${survey.assunto}`}. ${survey.empresa}`;
  if (!survey.aberta)
    return (
      <Alert severity="info">
        {about}. O prazo desta pesquisa terminou
        {survey.nota ? `; a sua nota foi ${survey.nota} de 5.` : '.'} Obrigado!
      </Alert>
    );
  return (
    <Stack
      component="form"
      spacing={4}
      onSubmit={(event) => {
        event.preventDefault();
        if (mark !== null) void send(mark, comment);
      }}
    >
      <Typography id={id}>{about}</Typography>
      {failure && <Alert severity="error">{failure}</Alert>}
      {sent?.mark === mark && sent.comment === comment && <Alert severity="success">{sent.message}</Alert>}
      <RadioGroup
        aria-labelledby={id}
        value={mark === null ? '' : String(mark)}
        onChange={(_, value) => {
          setMark(Number(value));
          setTouched(true);
        }}
      >
        {surveyMark.map(({ value, label }) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio />}
            label={`${label} (${value} de 5)`}
            sx={{ minHeight: 44 }}
          />
        ))}
      </RadioGroup>
      <TextField
        label="Quer contar mais?"
        multiline
        minRows={3}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      <Button type="submit" variant="contained" size="large" loading={busy} disabled={mark === null}>
        Enviar
      </Button>
    </Stack>
  );
}
