package com.example.orders;

import java.util.function.Supplier;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs transactions, and runs them again if they lost a conflict. */
@Component
public class Transactions {
  private static final int MOST_ATTEMPTS = 20;

  private final TransactionTemplate template;

  /** For Spring. */
  public Transactions(PlatformTransactionManager manager) {
    template = new TransactionTemplate(manager);
  }

  /** What the work returns; it must do nothing that cannot be done twice but in the database. */
  public <T> T run(Supplier<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return template.execute(status -> work.get());
      } catch (ConcurrencyFailureException e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
