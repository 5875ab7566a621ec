package com.example.orders;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.time.Instant;

/** An order. */
@Entity
public class PlacedOrder {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  private String item;
  private int count;
  private Instant placed;

  /** For Hibernate. */
  protected PlacedOrder() {}

  PlacedOrder(String item, int count, Instant placed) {
    this.item = item;
    this.count = count;
    this.placed = placed;
  }

  /** Its number. */
  public Long getId() {
    return id;
  }

  /** What was ordered. */
  public String getItem() {
    return item;
  }

  /** How many. */
  public int getCount() {
    return count;
  }

  /** When. */
  public Instant getPlaced() {
    return placed;
  }
}
