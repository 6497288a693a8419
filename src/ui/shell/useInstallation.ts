import { platformRoutes } from '#contract/config/platform.ts';
import { useRoute } from '#data/useRoute.ts';

/**
 * Information for the pages before sign-in: whether setup is pending, whether this is a demonstration, and whether a proof of
 * work is required.
 */
export const useInstallation = () =>
  useRoute(platformRoutes.installation, {}, { staleTime: Number.POSITIVE_INFINITY });
