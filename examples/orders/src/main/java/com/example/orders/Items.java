package com.example.orders;

import org.springframework.data.jpa.repository.JpaRepository;

/** The items. */
public interface Items extends JpaRepository<Item, String> {}
