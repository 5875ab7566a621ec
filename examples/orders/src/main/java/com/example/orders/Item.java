package com.example.orders;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** What can be ordered, and how many are left. */
@Entity
public class Item {
  @Id private String name;
  private int stock;

  /** For Hibernate. */
  protected Item() {}

  /** Takes some out of the stock. */
  public void take(int count) {
    if (count > stock) {
      throw new IllegalArgumentException("There are only " + stock + " of " + name + ".");
    }
    stock -= count;
  }

  /** How many are left. */
  public int stock() {
    return stock;
  }
}
