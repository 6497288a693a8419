import LockOutlined from '@mui/icons-material/LockOutlined';
import PublicOutlined from '@mui/icons-material/PublicOutlined';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Audience } from './replyDraft.ts';
import { audienceOf, audiences } from './replyDraft.ts';

interface AudienceSwitchProps {
  value: Audience;
  onChange: (value: Audience) => void;
  disabled: boolean;
  /** Of the sentence that says who reads, for the text field to be described by. */
  readersId: string;
}

/** Who will read it, said by colour, icon and words at once: nothing here may be taken for its opposite. */
export function AudienceSwitch({ value, onChange, disabled, readersId }: AudienceSwitchProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Quem lê"
        value={value}
        disabled={disabled}
        onChange={(_event, next: Audience | null) => next && onChange(next)}
      >
        {audiences.map(({ value: each, label, Icon }) => (
          <ToggleButton
            key={each}
            value={each}
            sx={({ vars: { palette } }) => {
              const { main, contrast } = palette.actions[each === 'PUBLICO' ? 'informacao' : 'aviso'];
              const chosen = { fontWeight: 600, color: contrast, backgroundColor: main };
              return {
                gap: 1,
                py: 0.5,
                px: { xs: 1.5, sm: 2.5 },
                textTransform: 'none',
                color: palette.components.texto,
                backgroundColor: palette.components.superficie,
                '&.Mui-selected, &.Mui-selected:hover': chosen,
              };
            }}
          >
            <Icon sx={{ fontSize: 18 }} />
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Readers value={value} id={readersId} />
    </Box>
  );
}

function Readers({ value, id }: { value: Audience; id: string }) {
  const isPublic = value === 'PUBLICO';
  const Icon = isPublic ? PublicOutlined : LockOutlined;
  return (
    <Box
      id={id}
      role="status"
      sx={({ vars: { palette } }) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        fontSize: 13,
        fontWeight: 600,
        color: palette.actions[isPublic ? 'informacao' : 'aviso'].text,
      })}
    >
      <Icon sx={{ fontSize: 16 }} aria-hidden />
      {audienceOf(value).readers}
    </Box>
  );
}
