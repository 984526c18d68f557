import { guardsOf } from "../guards.ts";
import { dashboardScreens } from "./dashboard-screens.ts";
import { dashboard, routesOf } from "./routes.tsx";

/** The routes of the dashboard's screens. */
export const dashboardRoutes = routesOf(dashboard, dashboardScreens, guardsOf);
