/**
 * How often a job may begin at the same place. A process may be stopped while it works on a harmless file, but one that ended
 * six times without getting any further was ended by the file, which is then set aside.
 */
export const MAX_ATTEMPTS = 6;

/** Told in place of another attempt. */
export const SET_ASIDE =
  'O servidor parou várias vezes neste mesmo ponto do arquivo, que foi separado e não é lido de novo. Confira o conteúdo e envie outro.';
