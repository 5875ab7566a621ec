package com.example.orders;

import java.time.Clock;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The service over HTTP. */
@RestController
public class OrderController {
  private final Transactions transactions;
  private final Items items;
  private final Orders orders;
  private final Clock clock = Clock.systemUTC();

  /** For Spring. */
  public OrderController(Transactions transactions, Items items, Orders orders) {
    this.transactions = transactions;
    this.items = items;
    this.orders = orders;
  }

  /** Takes an order: out of the stock, into the orders, both or neither. */
  @PostMapping("/items/{item}/orders")
  public PlacedOrder order(@PathVariable String item, @RequestParam int count) {
    return transactions.run(
        () -> {
          items.findById(item).orElseThrow().take(count);
          return orders.save(new PlacedOrder(item, count, clock.instant()));
        });
  }

  /** The orders of an item. */
  @GetMapping("/items/{item}/orders")
  public List<PlacedOrder> ordersOf(@PathVariable String item) {
    return orders.findByItemOrderById(item);
  }

  /** How many of an item are left. */
  @GetMapping("/items/{item}/stock")
  public int stock(@PathVariable String item) {
    return items.findById(item).orElseThrow().stock();
  }

  @ExceptionHandler(IllegalArgumentException.class)
  @ResponseStatus(HttpStatus.CONFLICT)
  String refused(IllegalArgumentException reason) {
    return reason.getMessage();
  }
}
