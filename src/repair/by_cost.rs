//! Sorts lists of any type by cost. The sort itself is compiled only once, and not for each notation.

/// Sorts by cost; equal items keep their order.
pub(super) fn sort_by_cost<T>(items: &mut Vec<T>, cost: impl Fn(&T) -> f32) {
    let costs = items.iter().map(cost).collect();
    let mut kept: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places(costs).into_iter().filter_map(|place| kept.get_mut(place)?.take()));
}

/// Returns the indices of costs, the lowest cost first.
fn places(costs: Vec<f32>) -> Vec<usize> {
    let mut places: Vec<(f32, usize)> = costs.into_iter().zip(0..).collect();
    places.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    places.into_iter().map(|(_, place)| place).collect()
}
