import Avatar from '@mui/material/Avatar';
import { useTheme } from '@mui/material/styles';
import { initials } from '../../../../contract/rules/person.ts';
import { toneColors } from '../../theme/theme.ts';

interface PersonAvatarProps {
  name: string;
  /** Pixels. */
  size?: number;
  /** False beside the written name, where a screen reader would hear it twice. */
  named?: boolean;
}

/** The initials of a person on a ground that stays the same for the same name. */
export const PersonAvatar = ({ name, size = 28, named = true }: PersonAvatarProps) => {
  const theme = useTheme();
  const { soft, text } = toneColors(theme, `tons.${toneOf(name)}`);
  return (
    <Avatar
      {...(named ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
      sx={{ width: size, height: size, fontSize: size * 0.42, fontWeight: 600, color: text, bgcolor: soft }}
    >
      {initials(name)}
    </Avatar>
  );
};

const TONES = ['azul', 'indigo', 'ciano', 'turquesa', 'verde', 'ambar', 'laranja', 'rosa', 'violeta'];
const toneOf = (name: string) =>
  TONES[
    [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 0) % TONES.length
  ];
