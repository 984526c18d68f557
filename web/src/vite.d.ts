declare module "virtual:default-theme.css";
