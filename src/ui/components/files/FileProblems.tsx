import Alert, { type AlertColor } from '@mui/material/Alert';

const MAX_SHOWN = 10;

/** Why files were refused, a line each; the first ten are shown and the others counted. Announced when it appears. */
export function FileProblems({ problems, severity }: { problems: readonly string[]; severity: AlertColor }) {
  const more = problems.length - MAX_SHOWN;
  return (
    <div role="alert">
      {problems.length > 0 && (
        <Alert severity={severity} sx={{ mt: 3, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {[...problems.slice(0, MAX_SHOWN), ...(more > 0 ? [`e mais ${more}.`] : [])].join('\n')}
        </Alert>
      )}
    </div>
  );
}
