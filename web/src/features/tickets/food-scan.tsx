export function FoodScan() {
  return null;
}
