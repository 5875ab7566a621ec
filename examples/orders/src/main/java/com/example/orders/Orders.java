package com.example.orders;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** The orders. */
public interface Orders extends JpaRepository<PlacedOrder, Long> {
  /** All orders of an item, the oldest first. */
  List<PlacedOrder> findByItemOrderById(String item);
}
