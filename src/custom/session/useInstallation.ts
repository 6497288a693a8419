import { platformRoutes } from '../../../contract/config/platform.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';

/** What the pages before sign-in need to know: setup pending, demonstration, whether a proof of work is asked for. */
export const useInstallation = () =>
  useRoute(platformRoutes.installation, {}, { staleTime: Number.POSITIVE_INFINITY });
